import type { FastifyInstance } from 'fastify'

const pollMs = 400

/**
 * Keeps this node's content of the site what any node publishes: read as soon as the node hears of it, and by
 * asking while it hears nothing. What cannot be read is asked for again.
 */
export function followSite(app: FastifyInstance) {
  const { cache, refreshSite, report } = app.deps
  let isBehind = false
  let couldHear = false
  let reading: Promise<void> | undefined
  let turn = 0

  async function read() {
    try {
      while (isBehind) {
        isBehind = false
        await refreshSite()
      }
    } catch (error) {
      isBehind = true
      if (cache.listening() !== 'away') report('Hearing of a published site', error)
    }
    reading = undefined
  }

  function follow() {
    isBehind = true
    reading ??= read()
  }

  const polling = setInterval(() => {
    turn++
    const listening = cache.listening()
    const canHear = listening === 'all'
    // What was published just before it began to hear is told by nobody.
    const isUnsure = isBehind || !canHear || !couldHear
    couldHear = canHear
    // A database that seems away is asked less often.
    if (isUnsure && (listening !== 'away' || turn % 5 === 0)) follow()
  }, pollMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(polling)
    await reading
  })
  return { follow }
}
