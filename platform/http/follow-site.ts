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

  async function read() {
    isBehind = false
    try {
      await refreshSite()
    } catch (error) {
      isBehind = true
      if (cache.listening() !== 'away') report('Hearing of a published site', error)
    }
  }

  function follow() {
    isBehind = true
    // One that is under way may have asked before.
    reading = (reading ?? Promise.resolve()).then(read)
  }

  const polling = setInterval(() => {
    const canHear = cache.listening() === 'all'
    // What was published just before it began to hear is told by nobody.
    const isUnsure = isBehind || !canHear || !couldHear
    couldHear = canHear
    if (isUnsure && cache.listening() !== 'away') follow()
  }, pollMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(polling)
    await reading
  })
  return { follow }
}
