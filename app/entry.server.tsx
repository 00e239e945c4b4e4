import { renderToReadableStream } from 'react-dom/server'
import {
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import { reportFailure, scriptNonce } from '#client/api/page-context.ts'
import { startAfterPaint } from './start-after-paint.ts'

/**
 * What is started holds each module once. While developing, and in tests of built pages, the server runs its
 * sources and pages hold copies of them: these it takes from the pages, and it finds a call by its address.
 */
export {
  formAnswer,
  pageCall,
  reportFailure,
  scriptNonce,
  siteOrigin,
} from '#client/api/page-context.ts'

/** Renders a whole document: nothing is streamed, since the answer is kept and compressed. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  const failures: unknown[] = []
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} nonce={loadContext.get(scriptNonce)} />,
    {
      // Without scripts nothing could put a part in its place that was sent later.
      progressiveChunkSize: Infinity,
      onError(error) {
        failures.push(error)
      },
    },
  )
  await stream.allReady
  if (failures.length > 0) throw new Error('the page could not be rendered', { cause: failures[0] })
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = await new Response(stream).text()
  // In development the parts are many, and are imported by other means as well.
  return new Response(import.meta.env.PROD ? startAfterPaint(html) : html, { status, headers })
}

/** In the place of React Router's own, which prints the error without saying whose request it was. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  context.get(reportFailure)(error)
}
