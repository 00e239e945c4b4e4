import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/find-browser.ts'

const browser = findBrowser()

/** A desktop screen and a telephone with a touch screen: every journey runs on both but these. */
const desktop = { viewport: { width: 1280, height: 800 } }
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/** What the screen makes no difference to: answers, calls and records. */
const alikeOnScreens = [
  'desk-imports-videos.test.ts',
  'desk-mailing-list.test.ts',
  'desk-seats-in-zoom.test.ts',
  'harness.test.ts',
  'landing-login.test.ts',
  'landing-share.test.ts',
  'members-progress-failures.test.ts',
  'members-secrecy.test.ts',
  'members-sharing.test.ts',
  'members-tracking.test.ts',
]
/**
 * What is done once more on PostgreSQL: the product's main stories from the browser to the tables.
 * Every call of the server is tested on both databases anyway, and looks and keys know none of them.
 */
const storiesOfTheDatabase = [
  'desk-dashboard.test.ts',
  'desk-events.test.ts',
  'desk-imports-attendees.test.ts',
  'landing-future.test.ts',
  'landing-registration.test.ts',
  'links-of-the-day.test.ts',
  'mails.test.ts',
  'main-job.test.ts',
  'members-entering.test.ts',
  'members-progress.test.ts',
  'members-tracking.test.ts',
]
const isOnPostgres = process.env.JOURNEY_SERVER_URL !== undefined

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/prepare.ts',
  fullyParallel: true,
  // Each worker has a server of its own; with more than two the machine's cores are shared out.
  workers: 2,
  // A busy machine may miss a deadline; tests/run.ts names every journey that needed it.
  retries: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser.path }),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      use: desktop,
      ...(isOnPostgres && { testMatch: storiesOfTheDatabase }),
    },
    { name: 'phone', use: phone, testIgnore: alikeOnScreens },
  ],
})
