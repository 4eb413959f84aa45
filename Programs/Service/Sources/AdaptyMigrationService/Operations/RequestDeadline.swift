import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections that take their time: a client that sends a byte now and then holds a connection, and the memory
/// for what it sent, for as long as it likes.
///
/// The next request's head must be whole within one time, its body within another. An answer that did not wait for the
/// body is followed by a second in which the client can read it; then the rest of the body is not waited for.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let head: TimeAmount
    private let body: TimeAmount
    /// When the connection is closed; `nil` while the service works on an answer.
    private var deadline: NIODeadline?
    /// Looks at the deadline, which may have moved meanwhile: one timer for many requests.
    private var timer: Scheduled<Void>?
    private var looksAt = NIODeadline.distantFuture
    private var isReading = false

    init(head: TimeAmount, body: TimeAmount) { (self.head, self.body) = (head, body) }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { start(head, context) } }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelActive(context: ChannelHandlerContext) {
        start(head, context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReading = true
            start(body, context)
        case .body: break
        case .end:
            isReading = false
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { start(isReading ? .seconds(1) : head, context) }
        context.write(data, promise: promise)
    }

    private func start(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        let end = NIODeadline.now() + time
        deadline = end
        if end < looksAt { look(at: end, context) }
    }

    private func look(at end: NIODeadline, _ context: ChannelHandlerContext) {
        timer?.cancel()
        looksAt = end
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { self.isOver(context) }
    }

    private func isOver(_ context: ChannelHandlerContext) {
        looksAt = .distantFuture
        guard let deadline else { return }
        if deadline <= .now() { context.close(promise: nil) } else { look(at: deadline, context) }
    }
}
