import * as fc from 'fast-check'

/** Values that forms, parsers and databases often mishandle, for property-based tests. */

function nested(depth: number, leaf: unknown) {
  let value: unknown = leaf
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

const oddTexts = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'Thandi\u0000',
  '\uD800',
  'lone \uDC00 half',
  '👩🏽‍🚀🎬',
  '\u202Egnp.exe',
  'مرحبا بالعالم',
  `Z${'\u0335\u0321'.repeat(500)}`,
  '\uFEFF',
  '\u2028\u2029',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  '$1 $2 %s \\x00 \\',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  '../../../../etc/passwd',
  '=HYPERLINK("http://evil.example")',
  'Set-Cookie: a=b\r\n\r\n<html>',
  '-'.repeat(5000),
  'a'.repeat(120),
  'a'.repeat(121),
  '🎬'.repeat(60),
  'x'.repeat(200_000),
]

const oddEmails = [
  'thandi@example.com',
  ' THANDI@Example.COM ',
  'nobody@example.com',
  'a@b',
  'a@b.c',
  'a@@example.com',
  '@example.com',
  'thandi@exämple.com',
  '"a b"@example.com',
  'thandi@example.com\u0000',
  'thandi@example.com\nbcc: all@example.com',
  '\u212Aelvin@example.com',
  'İstanbul@example.com',
  `${'a'.repeat(240)}@example.com`,
  `${'a'.repeat(245)}@example.com`,
  `${'a.'.repeat(50_000)}@example.com`,
  `a@${'a-'.repeat(50_000)}.com`,
]

const oddNumbers = [
  0,
  -0,
  -1,
  1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1e308,
  5e-324,
]

const oddThings = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { length: 3 },
  { toString: 'x', valueOf: 1 },
  { toJSON: 1 },
  nested(40, 'x'),
  nested(500, null),
  Array(5000).fill(1),
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddTexts, ...oddEmails),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
)

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...oddNumbers),
  fc.integer(),
  fc.constantFrom(...oddThings),
  fc.array(hostileText, { maxLength: 5 }),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Generates invalid or unusual JSON texts as a whole body. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '{"email":',
    '{"email":"thandi@example.com"',
    'NaN',
    '{"eventId":NaN}',
    '{"eventId":Infinity}',
    '{"eventId":1e999}',
    '{"eventId":00}',
    '{"email":"a@example.com","email":["b@example.com"]}',
    '{"__proto__":{"isAdmin":true},"email":"thandi@example.com"}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"email":"\\ud800@example.com"}',
    '{"firstName":"\\u0000"}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    '{"a":'.repeat(20_000),
    '\uFEFF{}',
    'undefined',
    '// comment\n{}',
    "{'email':'thandi@example.com'}",
  ),
  fc.json({ maxDepth: 6 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

/** Generates values for a row's id in a path or query. */
export const hostileParam: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom('1', '0', '-1', '1.5', '1e3', 'NaN', '99999999999', '١', '..', '%', ' ', ''),
    hostileText.filter((text) => text.length < 300),
  )
  .map((text) => encodeURIComponent(text.toWellFormed()))

/** Generates headers that HTTP allows but clients do not send. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    cookie: fc.constantFrom(
      'greenroom_session',
      'greenroom_session=',
      'greenroom_session=%',
      `greenroom_session=${'A'.repeat(43)}`,
      `greenroom_session=${'A'.repeat(3000)}`,
      '__proto__=x; greenroom_session=a; greenroom_session=b',
      ';;;===,,,',
      '\u00ff\u0080=\u00fe',
    ),
    accept: fc.constantFrom('', '*/*;q=x', 'application/xml', ','),
    'accept-encoding': fc.constantFrom('', '*', 'br;q=0, gzip;q=0', 'identity;q=0, *;q=0', ';;q='),
    'accept-language': fc.constantFrom('', 'xx-XX;q=9', '\u00ff'),
    'if-none-match': fc.constantFrom('', '*', '"', 'W/', '"a", W/"b",,', '\u00ff'),
    'if-modified-since': fc.constantFrom('', 'never', 'Thu, 99 Xyz 9999 99:99:99 GMT'),
    range: fc.constantFrom('', 'bytes=', 'bytes=9-1', 'bytes=-0', 'bytes=0-,0-,0-', 'lines=1-2'),
    'user-agent': fc.constantFrom('', '\u00ff\u0080', 'x'.repeat(3000), "'; DROP TABLE users; --"),
    referer: fc.constantFrom('', 'javascript:alert(1)', '\u00ff'),
    'x-forwarded-for': fc.constantFrom('', ',', '::', '999.999.999.999', "1.1.1.1'; --"),
    'x-forwarded-proto': fc.constantFrom('', 'javascript', 'https,http'),
    'x-forwarded-host': fc.constantFrom('', 'evil.example', '@', 'a b'),
    'x-http-method-override': fc.constantFrom('DELETE', 'GET'),
    'content-encoding': fc.constantFrom('gzip', 'br', 'nonsense'),
  },
  { requiredKeys: [] },
)

export const hostileContentType: fc.Arbitrary<string> = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json;',
  'application/json; __proto__=x',
  'application/problem+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=----',
  '/',
  ';',
  '\u00ff',
)
