/** The oldest supported version of each browser, by its name in MDN's compatibility data. */
export type MinimumBrowsers = Record<'chrome' | 'edge' | 'firefox' | 'safari', number>

/** The oldest browsers in which public pages and the video library work. */
export const visitorBrowsers: MinimumBrowsers = {
  chrome: 109,
  edge: 109,
  firefox: 115,
  safari: 16.4,
}

/** The oldest browsers in which the admin area works: versions that were two years old at release. */
export const adminBrowsers: MinimumBrowsers = {
  chrome: 131,
  edge: 131,
  firefox: 132,
  safari: 18.1,
}
