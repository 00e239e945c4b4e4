/** Video library. Specification 2, "/members". */
export default function Members() {
  return <main>Members</main>
}
