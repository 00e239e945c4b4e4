import type { TriedStep, TryOutcome, TryStep } from '#features/settings/contract.ts'
import { judgeConnection } from '#platform/http/judge-connection.ts'
import { ForbiddenAddress } from '#platform/http/reach-server.ts'

/** Timeout of each step of a settings test, in milliseconds. */
export const patienceMs = 10_000

/** Outcomes whose text is in this file. Those of the others are in `kernel/setting-checks.ts`. */
type Explained = Exclude<TryOutcome, 'elsewhere' | 'this_machine' | 'open' | 'unbelieved'>

const words: Record<Explained, string> = {
  good: 'It works.',
  without: 'Not needed.',
  not_tried: 'Skipped, because a previous step failed.',
  not_entered: 'No value is entered yet.',
  unknown_host: 'There is no server with this name. Check the spelling.',
  refused: 'No server answers at this port. Check server, port and security.',
  no_answer: `No answer within ${patienceMs / 1000} seconds. Check server and port, and ask your hosting provider whether such connections are allowed.`,
  forbidden_address:
    'This name has a link-local address, which is for internal services only. Enter the server’s public name.',
  no_tls:
    'The server offers no TLS, so the password would be sent unencrypted. Choose TLS with its port, or another server.',
  other_security: 'This port needs another choice under Security.',
  bad_certificate:
    'The server’s certificate is for another name, has expired, or is not from a trusted authority. Enter the name in the certificate.',
  wrong_login: 'The username or the password is wrong. Some providers require an app password.',
  login_needed: 'The server requires a username and a password. Enter both.',
  sender_refused:
    'The server does not allow this username to send from this address. Enter an address of the account.',
  recipient_refused: 'The server rejects this recipient. Check the spelling.',
  mail_refused: 'The server rejected the email. Ask your provider whether sending is enabled.',
  not_allowed: 'These keys lack permission. Allow them to read, write and delete here.',
  not_there: 'No folder, bucket or group has this name. Check the spelling.',
  other_region: 'The bucket is in another region. Enter the region shown on its page.',
  other_bytes: 'The storage returned other data than was written. Do not store backups there.',
  no_space: 'The storage has no space left.',
  missing_scope:
    'This permission is missing. Add it in the app’s scopes, and activate the app again.',
  too_many: 'Too many requests. Try again in a few minutes.',
  broken: 'The service is unavailable. Try again later.',
  not_understood: 'Another kind of server answered. Check server and port.',
}

const goodOutcomes: TryOutcome[] = ['good', 'without']

/**
 * Returns the result of a step of a settings test. Without `message`, the result has the default explanation of
 * `outcome`.
 */
export function stepResult(
  step: TryStep,
  outcome: TryOutcome,
  { about = '', message = explainOutcome(outcome) }: { about?: string; message?: string } = {},
): TriedStep {
  return { step, about, outcome, isGood: goodOutcomes.includes(outcome), message }
}

/** Thrown in a step of a settings test to end the test with the result `outcome`. */
export class Failed extends Error {
  readonly outcome: TryOutcome

  constructor(outcome: TryOutcome) {
    super(outcome)
    this.outcome = outcome
  }
}

type Work = (signal: AbortSignal) => Promise<TriedStep | void>

/**
 * Runs the steps of a test one after another, each with a timeout, until one fails. `judge` converts an error to one of
 * the known results, so that responses do not contain messages of the tested server.
 */
export async function takeSteps(
  steps: [step: TryStep, work: Work][],
  judge: (error: unknown, step: TryStep) => TryOutcome | undefined,
): Promise<TriedStep[]> {
  const told: TriedStep[] = []
  for (const [step, work] of steps) {
    if (told.some(({ isGood }) => !isGood)) {
      told.push(stepResult(step, 'not_tried'))
      continue
    }
    const timeout = AbortSignal.timeout(patienceMs)
    try {
      told.push((await inTime(work(timeout), timeout)) ?? stepResult(step, 'good'))
    } catch (error) {
      told.push(stepResult(step, timeout.aborted ? 'no_answer' : judgeAny(error, step, judge)))
    }
  }
  return told
}

function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Failed('no_answer')), { once: true })
    work.then(resolve, reject)
  })
}

/**
 * Returns the result of a settings test for the error of an HTTP request: how the connection failed, or
 * `not_understood`.
 */
export function judgeCall(error: unknown): TryOutcome {
  return judgeAny(error, 'connect', () => undefined)
}

/** Returns the sentence that explains the result of a settings test. */
export const explainOutcome = (outcome: TryOutcome): string =>
  (words as Partial<Record<TryOutcome, string>>)[outcome] ?? ''

function judgeAny(
  error: unknown,
  step: TryStep,
  judge: Parameters<typeof takeSteps>[1],
): TryOutcome {
  if (error instanceof Failed) return error.outcome
  if (error instanceof ForbiddenAddress) return 'forbidden_address'
  return judge(error, step) ?? judgeConnection(error) ?? 'not_understood'
}
