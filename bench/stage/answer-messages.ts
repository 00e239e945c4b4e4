/**
 * In a side process: answers each message with what `work` makes of it, until its starter is gone. What
 * fails ends the process, and its starter hears of that.
 */
export function answerMessages(
  work: (message: never) => Promise<unknown>,
  close: () => Promise<void> = () => Promise.resolve(),
) {
  process.on('message', (message) => {
    void work(message as never).then((answer) => process.send!(answer))
  })
  process.once('disconnect', () => void close().then(() => process.exit(0)))
}
