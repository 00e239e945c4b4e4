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
 * Values that the server must import from this file: in development and in tests of built pages, an import from
 * elsewhere would return other instances than those that the pages use.
 */
export {
  formAnswer,
  pageCall,
  reportFailure,
  scriptNonce,
  siteOrigin,
} from '#client/api/page-context.ts'

/** Renders the whole document without streaming, because the response is cached and compressed. */
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
      // React must not stream parts of the page later, because only scripts could move them to their place.
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
  // In development, send the document unchanged: it imports modules in a form that `startAfterPaint` does not parse.
  return new Response(import.meta.env.PROD ? startAfterPaint(html) : html, { status, headers })
}

/** Replaces React Router's default handler, which logs the error without the request's id. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  context.get(reportFailure)(error)
}
