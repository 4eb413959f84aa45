#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A thread of the operating system. It costs nothing unless it is started.
struct Thread {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// The stack size of the first thread on most systems. Other threads would get far less on some of them.
    private static let stackSize = 8 << 20

    private let id: pthread_t

    /// `nil` when the system cannot create more threads.
    init?(_ run: @escaping () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setstacksize(&attributes, Thread.stackSize)
        defer { pthread_attr_destroy(&attributes) }
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
        var created: pthread_t?
        #else
        var created = pthread_t()
        #endif
        let result = pthread_create(&created, &attributes, { Thread.enter($0) }, body.toOpaque())
        #if canImport(Darwin)
        guard result == 0, let created else {
            body.release()
            return nil
        }
        #else
        guard result == 0 else {
            body.release()
            return nil
        }
        #endif
        id = created
    }

    func join() { pthread_join(id, nil) }

    private static func enter(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
    }
}
