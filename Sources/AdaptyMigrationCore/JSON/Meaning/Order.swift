/// The positions of some elements in a new order; what is equal keeps its place.
///
/// Each type that is sorted, and each closure that says how, is a sorting algorithm more in the app: this one sorts
/// positions for all of them.
package func order(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    withoutActuallyEscaping(precedes) { PositionOrder($0).positions(count) }
}

/// A class, so that the compiler makes no copy of the algorithm for each closure.
private final class PositionOrder {
    private let precedes: (Int, Int) -> Bool

    init(_ precedes: @escaping (Int, Int) -> Bool) { self.precedes = precedes }

    @inline(never)
    func positions(_ count: Int) -> [Int] {
        (0..<count).sorted { precedes($0, $1) || !precedes($1, $0) && $0 < $1 }
    }
}
