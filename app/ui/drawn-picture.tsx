/** What stands in for a missing picture: an empty chair in a cone of light, of the styles' file. */
export function DrawnPicture() {
  return <div aria-hidden className="drawn-picture size-full" />
}
