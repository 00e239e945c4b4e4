import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { formAnswerOf, pageCallOf } from '#client/api/page-context.ts'
import { answerReply } from '#client/forms/form-answer.ts'
import { type JoinReply, type JoinView, readJoinPage } from '#features/join-links/contract.ts'
import { JoinPage as WaitingRoomPage } from '#features/join-links/public/join-page.tsx'
import { QuestionsOfRegistrant } from '#features/questions/public/questions-of-registrant.tsx'
import type { EventPage } from '#kernel/event-shapes.ts'

type Loaded = { view: JoinView | null; url: string | null; isRefused: boolean }

/**
 * Loads the data of the join page. After a form was posted without scripts, the data includes the URL to redirect to.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Loaded> {
  const posted = answerReply(formAnswerOf(args)) as JoinReply | undefined
  if (posted) return { view: posted, url: posted.url, isRefused: false }
  const { token = '' } = args.params
  try {
    return { view: await pageCallOf(args)(readJoinPage, { token }), url: null, isRefused: false }
  } catch (error) {
    if (!(error instanceof Response)) throw error
    return { view: null, url: null, isRefused: error.status === 404 }
  }
}

/** `/join/{token}`: the waiting room of an event, in which registrants can ask the guest questions. */
export default function JoinPage() {
  return <WaitingRoomPage loaded={useLoaderData<typeof loader>()} meanwhile={askMeanwhile} />
}

function askMeanwhile(event: EventPage, token: string) {
  return <QuestionsOfRegistrant event={event} linkToken={token} />
}
