/**
 * In a child process: answers each message with the result of `work` until its parent ends. An error ends the
 * process, which the parent notices.
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
