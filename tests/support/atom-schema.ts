/** A date of RFC 3339 as restricted by RFC 4287 (3.3): capitals, and an offset. */
const date = String.raw`<data type="dateTime"><param name="pattern">\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+\-]\d\d:\d\d)</param></data>`
const uri = String.raw`<data type="anyURI"><param name="pattern">[a-zA-Z][a-zA-Z0-9+.\-]*:\S+</param></data>`
const some = '<data type="string"><param name="minLength">1</param></data>'

/** A text construct (3.1) of plain text or escaped HTML, without child elements. */
const text = '<optional><attribute name="type"><value>text</value></attribute></optional><text/>'

const person = `<interleave>
  <element name="name">${some}</element>
  <optional><element name="uri">${uri}</element></optional>
  <optional><element name="email"><data type="string"><param name="pattern">.+@.+</param></data></element></optional>
</interleave>`

/** 4.2.7: an absolute URL, for readers without base URL support. */
const link = `<element name="link">
  <attribute name="href">${uri}</attribute>
  <optional><attribute name="rel">${some}</attribute></optional>
  <optional><attribute name="type"><data type="string"><param name="pattern">.+/.+</param></data></attribute></optional>
  <optional><attribute name="hreflang">${some}</attribute></optional>
  <optional><attribute name="title"/></optional>
  <optional><attribute name="length"/></optional>
</element>`

const category = `<element name="category">
  <attribute name="term">${some}</attribute>
  <optional><attribute name="scheme">${uri}</attribute></optional>
  <optional><attribute name="label"/></optional>
</element>`

const once = (name: string, content: string) => `<element name="${name}">${content}</element>`
const atMostOnce = (name: string, content: string) => `<optional>${once(name, content)}</optional>`
const anyNumber = (pattern: string) => `<zeroOrMore>${pattern}</zeroOrMore>`

/** 4.1.2: an entry without content needs a link; here each has both. */
const entry = `<interleave>
  ${once('id', uri)}${once('title', text)}${once('updated', date)}
  ${atMostOnce('published', date)}${atMostOnce('content', text)}${atMostOnce('summary', text)}
  ${atMostOnce('rights', text)}
  <oneOrMore>${link}</oneOrMore>
  ${anyNumber(category)}${anyNumber(once('author', person))}${anyNumber(once('contributor', person))}
</interleave>`

/** 4.1.1: the feed's author applies to entries without one. */
const feed = `<interleave>
  ${once('id', uri)}${once('title', text)}${once('updated', date)}
  <oneOrMore>${once('author', person)}</oneOrMore>
  ${atMostOnce('subtitle', text)}${atMostOnce('rights', text)}
  ${atMostOnce('logo', uri)}${atMostOnce('icon', uri)}
  ${atMostOnce('generator', '<optional><attribute name="uri"/></optional><optional><attribute name="version"/></optional><text/>')}
  <oneOrMore>${link}</oneOrMore>
  ${anyNumber(category)}${anyNumber(once('contributor', person))}
  ${anyNumber(once('entry', entry))}
</interleave>`

/** RELAX NG schema of RFC 4287, for feeds of plain text without extensions. */
export const atomSchema = `<element name="feed" ns="http://www.w3.org/2005/Atom"
  xmlns="http://relaxng.org/ns/structure/1.0"
  datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">${feed}</element>`
