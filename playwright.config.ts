import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/find-browser.ts'

const browser = findBrowser()

const desktop = { viewport: { width: 1280, height: 800 } }
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
}

/**
 * Each journey runs on one kind of screen: on the desktop, unless its file is listed here. Journeys that depend
 * on the screen go into a file of the second list; other journeys in such a file have the tag `@once` and run
 * on the desktop.
 */
const screens = {
  /** Journeys on a phone: what visitors and members press and read. */
  phone: [
    'admin-on-phone.test.ts',
    'event-day-waiting.test.ts',
    'landing-form-rules.test.ts',
    'landing-future.test.ts',
    'landing-registration.test.ts',
    'landing-watch.test.ts',
    'links-of-the-day.test.ts',
    'links-waiting.test.ts',
    'links.test.ts',
    'main-job.test.ts',
    'members-library.test.ts',
    'members-login-card.test.ts',
    'members-progress.test.ts',
    'old-browsers.test.ts',
    'questions.test.ts',
  ],
  both: [
    // A player, cuts and answers on the guest's page.
    'recording-approval.test.ts',
    'form-questions.test.ts',
    'feedback.test.ts',
    'quotes.test.ts',
    // A wide table with filters, and a dialog.
    'funnel.test.ts',
    'admin-imports-answers.test.ts',
    'series-registration.test.ts',
    // The run of a month, counted in presses, also on the narrowest phone.
    'monthly-run.test.ts',
    // Crops are dragged or pinched.
    'admin-events-pictures.test.ts',
    // A form with columns that wrap.
    'event-defaults.test.ts',
    // Every page of the admin area, and its navigation.
    'admin-pages.test.ts',
    // Lists and the preview have another layout and touch handling.
    'admin-site.test.ts',
    // Forms, a preview and bars with another layout.
    'announcements.test.ts',
    // A person's page and its dialogs, and the visitor's own page.
    'admin-people.test.ts',
    'my-page.test.ts',
    // Names, contrasts and target sizes in each layout, light and dark.
    'landing-accessibility.test.ts',
    // Positions of sections, and navigation to them.
    'landing-sections.test.ts',
    // Contrasts of each look, in both layouts.
    'looks.test.ts',
    // Answers of the admin area, counted in presses.
    'organiser-questions.test.ts',
    // Administrators may set up a series on a phone only.
    'setup.test.ts',
    // Toasts have another position and are swiped.
    'landing-toasts-touch.test.ts',
    // Pages of forms with another layout.
    'event-pages.test.ts',
    'waitlist.test.ts',
    'forms-before-scripts.test.ts',
    // Lists and dialogs, and the panel beside the player.
    'materials.test.ts',
    // The player fills the screen and is opened by touch.
    'members-player-screen.test.ts',
    // A key is displayed once, and copied.
    'api-keys.test.ts',
    // The panel is beside the picture or below it.
    'members-transcript.test.ts',
    'webhooks.test.ts',
  ],
}

/** The product's main story from the browser to the tables, on both databases. */
const mainStory = 'main-job.test.ts'
/**
 * Journeys that run on PostgreSQL, and on the embedded database only if there is no PostgreSQL. Server tests
 * cover every call on both.
 */
const storiesOfPostgres = [
  'admin-events.test.ts',
  'admin-imports-attendees.test.ts',
  'links-of-the-day.test.ts',
  'members-tracking.test.ts',
]
const isOnPostgres = process.env.JOURNEY_SERVER_URL !== undefined
const leftOut = process.env.POSTGRES_COMES_TOO ? storiesOfPostgres : []
const chosen = [mainStory, ...storiesOfPostgres]
const onPhone = [...screens.phone, ...screens.both]

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/prepare.ts',
  fullyParallel: true,
  // Each worker has its own servers. Journeys wait half of the time, so two cores can run four.
  workers: 4,
  // CI repeats a failed journey once and lists it with its first error; each is a race to be fixed.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Generous for busy machines; timeouts cost nothing when tests pass.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  // Each run deletes its own results only, so that failures on one database remain after the other's run.
  outputDir: isOnPostgres ? 'test-results/postgres' : 'test-results/embedded',
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
        // Scroll instantly: every frame of a smooth scroll would be rendered.
        '--disable-smooth-scrolling',
        // Block all network requests beyond this machine.
        '--host-resolver-rules=MAP greenroom.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  // Phone journeys first, because they take longest.
  projects: [
    {
      name: 'phone',
      use: phone,
      grepInvert: /@once/,
      testIgnore: leftOut,
      testMatch: isOnPostgres ? chosen.filter((file) => onPhone.includes(file)) : onPhone,
    },
    {
      name: 'desktop',
      use: desktop,
      testIgnore: [...screens.phone, ...leftOut],
      ...(isOnPostgres && { testMatch: chosen }),
    },
  ],
})
