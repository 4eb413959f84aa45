/// The positions of some elements in a new order; what is equal keeps its place.
///
/// Each type that is sorted is a sorting algorithm more in the app: this one sorts positions for all of them.
@inline(never)
package func order(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted { precedes($0, $1) || !precedes($1, $0) && $0 < $1 }
}
