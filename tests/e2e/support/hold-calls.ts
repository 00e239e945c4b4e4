import type { Page, Route } from '@playwright/test'

type Holding = {
  /** How many calls at most; all of them unless given. */
  times?: number
  /** What becomes of a call once it is let go: it goes to the server unless given. */
  answer?: (route: Route) => Promise<void>
}

/** Holds the calls to an address, as a slow line does, until they are let go. */
export async function holdCalls(
  page: Pick<Page, 'route'>,
  address: string | RegExp,
  { times, answer = (route) => route.continue() }: Holding = {},
): Promise<{ letGo: () => void }> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  async function hold(route: Route) {
    await isLetGo
    await answer(route)
  }
  await page.route(address, hold, times === undefined ? {} : { times })
  return { letGo }
}
