import {
  answerTypes,
  closeComplete,
  nameOfStatement,
  parseComplete,
  type FrontendMessage,
} from './protocol-messages.ts'

/**
 * Named statements of a session that many connections share: each believes that it is the first to name
 * one. A statement is read once and stays; who names it again is told that it was read. A connection that
 * gives another text the same name is refused by PostgreSQL, as anywhere.
 */
export class SharedStatements {
  readonly #texts = new Map<string, Buffer>()

  /** What the session is asked of a turn's messages, and what the connection is told beforehand. */
  prepare(messages: FrontendMessage[]) {
    const told: Buffer[] = []
    const made: [name: string, text: Buffer][] = []
    const asked = messages.filter((message) => {
      const { type, bytes } = message
      const name = type === 'P' || type === 'C' ? nameOfStatement(message) : ''
      if (name === '') return true
      const isKnown = type === 'P' ? this.#texts.get(name)?.equals(bytes) : true
      if (isKnown) told.push(type === 'P' ? parseComplete : closeComplete)
      else made.push([name, bytes])
      return !isKnown
    })
    return {
      told: Buffer.concat(told),
      messages: Buffer.concat(asked.map(({ bytes }) => bytes)),
      /** Notes what came of it, by the beginning of the session's answer. */
      note: (answer: Buffer) => {
        const types = answerTypes(answer)
        for (const [name, text] of made) {
          for (const type of types) {
            if (type === 'E') return
            if (type !== '1') continue
            this.#texts.set(name, Buffer.from(text))
            break
          }
        }
      },
    }
  }
}
