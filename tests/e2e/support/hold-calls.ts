import type { Page, Route } from '@playwright/test'

type Holding = {
  /** Maximum number of held calls. Default: all. */
  times?: number
  /** How to answer released calls. Default: by the server. */
  answer?: (route: Route) => Promise<void>
}

/** Holds calls to a URL until they are released, like a slow connection. */
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
