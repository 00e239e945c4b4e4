import { data } from 'react-router'

/** Any other path: the root's error boundary shows the page, with HTTP status 404. */
export function loader() {
  // eslint-disable-next-line typescript/only-throw-error -- how React Router takes a status
  throw data(null, { status: 404 })
}

export default function NotFoundRoute() {
  return null
}
