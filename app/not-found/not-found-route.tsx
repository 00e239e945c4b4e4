import { data } from 'react-router'

/** Matches all paths without another route. Throws 404, for which the root's error boundary renders the page. */
export function loader() {
  // eslint-disable-next-line typescript/only-throw-error -- how React Router takes a status
  throw data(null, { status: 404 })
}

export default function NotFoundRoute() {
  return null
}
