import type { LoaderFunctionArgs } from 'react-router'
import { serverMessage } from '#client/api/call.ts'
import { formAnswerOf, pageCallOf } from '#client/api/page-context.ts'
import { answerFailure, answerReply } from '#client/forms/form-answer.ts'
import {
  type AnswerPage as Page,
  type QuotePage as Quote,
  readAnswerPage,
  readQuotePage,
} from '#features/feedback/contract.ts'
import { type QuotePermission, quotePermissions } from '#kernel/quote-permissions.ts'

export type Choice = { value: string; text: string; quote: QuotePermission }

export type Loaded = {
  page: Page | null
  /** The choice in the link, in the posted form or in the stored answer. */
  choice: Choice
  /** `confirm`: the form was posted without scripts; the next press stores the answer. */
  step: 'ask' | 'confirm' | 'stored'
  problem: string | null
  /** The HTTP status of a failure to load. */
  failure: number | null
  /** The quote, if the link is that of a published quote. */
  quote: LoadedQuote | null
}

/** Loads the question of a link. After a form post without scripts, also returns the choice and the result. */
export async function loadAnswer(args: LoaderFunctionArgs): Promise<Loaded> {
  const posted = formAnswerOf(args)
  const { token = '' } = args.params
  const blank: Choice = { value: '', text: '', quote: 'none' }
  const noPage = { page: null, choice: blank, step: 'ask', problem: null } as const
  try {
    if (posted?.typed['withdraw']) return { ...noPage, failure: null, quote: await loadQuote(args) }
    const page =
      (answerReply(posted) as Page | undefined) ??
      (await pageCallOf(args)(readAnswerPage, { token }))
    const linked = new URL(args.request.url).searchParams.get('value')
    const { value = linked ?? String(page.value ?? ''), text = page.text } = posted?.typed ?? {}
    const quote = quotePermissions.find((one) => one === posted?.typed['quote']) ?? page.quote
    const isChosen = page.options[Number(value) - 1] !== undefined
    const choice = { value: isChosen ? value : '', text, quote }
    const problem = serverText(posted) ?? (posted && !isChosen ? 'Please choose an answer' : null)
    const isStored = posted?.typed['confirm'] !== undefined
    const step = !posted || problem !== null ? 'ask' : isStored ? 'stored' : 'confirm'
    return { page, choice, step, problem, failure: null, quote: null }
  } catch (error) {
    if (!(error instanceof Response)) throw error
    const quote = error.status === 404 && !posted ? await findQuote(args) : null
    return { ...noPage, failure: quote ? null : error.status, quote }
  }
}

/** Returns the quote of a link; null if the link is not that of a quote. */
async function findQuote(args: LoaderFunctionArgs): Promise<LoadedQuote | null> {
  return loadQuote(args).catch((error: unknown) => {
    if (error instanceof Response && error.status === 404) return null
    throw error
  })
}

function serverText(posted: ReturnType<typeof formAnswerOf>): string | null {
  const failure = answerFailure(posted)
  return failure ? (serverMessage(failure) ?? 'Something went wrong. Please try again.') : null
}

export type LoadedQuote = {
  page: Quote
  /** Whether the form that was posted without scripts withdrew the quote. */
  isWithdrawn: boolean
  problem: string | null
}

/** Loads the quote of a link, after a form post without scripts with its result. */
async function loadQuote(args: LoaderFunctionArgs): Promise<LoadedQuote> {
  const posted = formAnswerOf(args)
  const withdrawn = answerReply(posted) as Quote | undefined
  const failure = answerFailure(posted)
  const { token = '' } = args.params
  return {
    page: withdrawn ?? (await pageCallOf(args)(readQuotePage, { token })),
    isWithdrawn: withdrawn !== undefined,
    problem: failure ? (serverMessage(failure) ?? 'Something went wrong. Please try again.') : null,
  }
}
