import Testing

/// What fuzzing found once, named by its cause, holds ever since.
@Suite("Fuzz cases")
struct FuzzCaseTests {
    @Test("there are cases, each below the surface that found it")
    func all() {
        #expect(!FixtureTree.fuzzCases.paths.isEmpty)
        for path in FixtureTree.fuzzCases.paths {
            #expect(Surface(rawValue: path.prefix { $0 != "/" }.description) != nil, "\(path)")
        }
    }

    @Test("hold on every surface", arguments: FixtureTree.fuzzCases.paths)
    func holds(_ path: String) throws {
        let bytes = try #require(try FixtureTree.fuzzCases.read(path))
        for surface in Surface.allCases { #expect(surface.fault(bytes) == nil, "\(surface)") }
    }

    @Test("every fixture and record holds on every surface", arguments: Surface.allCases)
    func seeds(_ surface: Surface) throws {
        for tree in [FixtureTree.legacy, .current] {
            for path in tree.paths {
                let bytes = try #require(try tree.read(path))
                #expect(surface.fault(bytes) == nil, "\(path)")
            }
        }
    }
}
