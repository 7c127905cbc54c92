import ToolboxHTTP

/// Hands a stream's chunks to whoever reads it, and ends the transfer when nobody does.
final class CurlBodyReader: Sendable {
  private let transfer: CurlTransfer
  private let owner: CurlLoopOwner

  init(transfer: CurlTransfer, owner: CurlLoopOwner) {
    self.transfer = transfer
    self.owner = owner
  }

  deinit { owner.loop.cancel(transfer) }

  var chunks: AsyncStream<[UInt8]> {
    AsyncStream { await self.next() }
  }

  private func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        take(continuation)
      }
    } onCancel: {
      owner.loop.cancel(transfer)
    }
  }

  private func take(_ continuation: CheckedContinuation<[UInt8]?, Never>) {
    var chunk: [UInt8]?
    var mayResume = false
    let isAnswered = transfer.flow.withLock { flow in
      if !flow.chunks.isEmpty {
        let first = flow.chunks.removeFirst()
        chunk = first
        flow.waitingBytes -= first.count
        mayResume = flow.isPaused && flow.waitingBytes <= CurlTransfer.waitingBytesMax / 2
        if mayResume { flow.isPaused = false }
        return true
      }
      if flow.isEnded || flow.isCancelled { return true }
      flow.reader = continuation
      return false
    }
    if mayResume { owner.loop.resume(transfer) }
    if isAnswered { continuation.resume(returning: chunk) }
  }
}
