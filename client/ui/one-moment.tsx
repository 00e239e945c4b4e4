/**
 * A message that confirms the press of a button while the code that the button needs loads. CSS delays the
 * message.
 */
export function OneMoment() {
  return <p className="heard">One moment…</p>
}
