import type { TriedStep, TryOutcome, TryStep } from '#features/settings/contract.ts'
import { judgeConnection } from '#platform/http/judge-connection.ts'
import { ForbiddenAddress } from '#platform/http/reach-server.ts'

/** Timeout of each step, in milliseconds. */
export const patienceMs = 10_000

const words: Record<TryOutcome, string> = {
  good: 'It works.',
  without: 'Not needed.',
  not_tried: 'Not tried: something before it has to work first.',
  not_entered: 'Nothing is entered here yet.',
  unknown_host: 'No server of this name is known. Look for a typing mistake in it.',
  refused: 'Nobody answers at this port. Look at server, port and security.',
  no_answer: `No answer within ${patienceMs / 1000} seconds. Look at server and port, or ask your hosting whether it lets such connections out.`,
  forbidden_address:
    'This name leads to a link-local address, where only machines’ own services are. Enter the server’s public name.',
  no_tls:
    'The server offers no TLS, so the password would be readable on the way. Choose TLS with its port, or another server.',
  other_security: 'The server speaks another kind of security at this port: choose the other one.',
  bad_certificate:
    'The server’s certificate is not for this name, has expired, or nobody known vouches for it. Enter the name that it is made for.',
  wrong_login:
    'The user or the password is wrong. Some providers want a password of its own for programs.',
  login_needed: 'The server wants a user and a password. Enter both.',
  sender_refused:
    'The server does not let this user send from this sender. Enter an address that belongs to it.',
  recipient_refused: 'The server does not take mails for this address. Look for a typing mistake.',
  mail_refused: 'The server refused the mail. Ask your provider whether sending is allowed yet.',
  not_allowed:
    'It is not allowed with these keys. Give them the right to read, write and delete here.',
  not_there: 'It is not there. Look for a typing mistake in its name.',
  other_region: 'The bucket is in another region. Enter the one that its page names.',
  other_bytes: 'It gave back something else than was written: do not keep copies there.',
  no_space: 'There is no space left.',
  missing_scope:
    'This permission is missing. Add it in the app’s scopes, and activate the app again.',
  too_many: 'Asked too often for now. Try again in a few minutes.',
  broken: 'The service is out of order at the moment. Try again later.',
  not_understood: 'Something answered that is no such server. Look at server and port.',
  elsewhere: 'You are here at another address than this one.',
  this_machine: 'Only this very machine reaches that address.',
  open: 'Without https everything is readable on the way.',
  unbelieved: 'A proxy stands before the site and is not believed.',
}

const goodOutcomes: TryOutcome[] = ['good', 'without']

/** Returns a step's result; `message` overrides the default explanation. */
export function stepResult(
  step: TryStep,
  outcome: TryOutcome,
  { about = '', message = words[outcome] }: { about?: string; message?: string } = {},
): TriedStep {
  return { step, about, outcome, isGood: goodOutcomes.includes(outcome), message }
}

/** Thrown by a step that failed, with its outcome. */
export class Failed extends Error {
  readonly outcome: TryOutcome

  constructor(outcome: TryOutcome) {
    super(outcome)
    this.outcome = outcome
  }
}

type Work = (signal: AbortSignal) => Promise<TriedStep | void>

/**
 * Runs steps in order, each with a timeout, until one fails; the rest are skipped. `judge` turns a step's
 * error into an outcome, so that the other server's own words are not returned.
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

/** Returns the outcome of a call that can only fail by its connection. */
export function judgeCall(error: unknown): TryOutcome {
  return judgeAny(error, 'connect', () => undefined)
}

/** Returns the default explanation of an outcome. */
export const explainOutcome = (outcome: TryOutcome): string => words[outcome]

function judgeAny(
  error: unknown,
  step: TryStep,
  judge: Parameters<typeof takeSteps>[1],
): TryOutcome {
  if (error instanceof Failed) return error.outcome
  if (error instanceof ForbiddenAddress) return 'forbidden_address'
  return judge(error, step) ?? judgeConnection(error) ?? 'not_understood'
}
