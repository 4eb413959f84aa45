import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes slow connections. Otherwise a client that sends a byte now and then could hold a connection and its memory
/// for as long as it likes.
///
/// The head of the next request must arrive within one limit, and its body within another. Whoever reads the body then
/// gets the error ``Passed``, and may answer. If the answer did not wait for the body, the client has one second to
/// read it; the rest of the body is then ignored. When connections become scarce, a head has one second, so that slow
/// clients do not lock everybody else out.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The body did not arrive in time.
    struct Passed: Error {}

    private let head: TimeAmount
    private let body: TimeAmount
    /// The time at which the connection is closed; `nil` while the service prepares an answer.
    private var deadline: NIODeadline?
    /// Checks the deadline, which may have moved in the meantime. One timer serves many requests.
    private var timer: Scheduled<Void>?
    private var looksAt = NIODeadline.distantFuture
    private var isReading = false
    /// Whether the rest of the body is no longer awaited.
    private var isGivenUp = false
    /// The time since when a head has been awaited; `nil` when none is.
    private var waitsSince: NIODeadline?
    /// The limit for a head when connections are scarce.
    private static let patience = TimeAmount.seconds(1)
    private let connections: ConnectionCount
    private var isCounted = false

    init(head: TimeAmount, body: TimeAmount, connections: ConnectionCount) {
        (self.head, self.body, self.connections) = (head, body, connections)
    }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { begin(context) } }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        if isCounted { connections.leave() }
        isCounted = false
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    private func begin(_ context: ChannelHandlerContext) {
        if !isCounted { connections.enter() }
        isCounted = true
        awaitHead(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            (isReading, isGivenUp) = (true, false)
            waitsSince = nil
            start(body, context)
        case .body: break
        case .end:
            isReading = false
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { isReading ? giveUp(context) : awaitHead(context) }
        context.write(data, promise: promise)
    }

    private func awaitHead(_ context: ChannelHandlerContext) {
        waitsSince = .now()
        start(head, context)
    }

    /// The client has a second for the answer.
    private func giveUp(_ context: ChannelHandlerContext) {
        isGivenUp = true
        start(.seconds(1), context)
    }

    private func start(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        let now = NIODeadline.now(), end = now + time
        deadline = end
        let next = waitsSince == nil ? end : min(end, now + RequestDeadline.patience)
        if next < looksAt { look(at: next, context) }
    }

    private func look(at end: NIODeadline, _ context: ChannelHandlerContext) {
        timer?.cancel()
        looksAt = end
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { self.isOver(context) }
    }

    private func isOver(_ context: ChannelHandlerContext) {
        looksAt = .distantFuture
        guard let deadline else { return }
        let now = NIODeadline.now(), patience = RequestDeadline.patience
        let isInTheWay = waitsSince.map { connections.isNearLimit && $0 + patience <= now } ?? false
        if deadline <= now, isReading, !isGivenUp {
            giveUp(context)
            context.fireErrorCaught(Passed())
        } else if deadline <= now || isInTheWay {
            context.close(promise: nil)
        } else {
            look(at: waitsSince == nil ? deadline : min(deadline, now + patience), context)
        }
    }
}
