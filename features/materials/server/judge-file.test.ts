import { expect, test } from 'vitest'
import { Refusal } from '#platform/errors/refusal.ts'
import { judgeFile } from './judge-file.ts'

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

test.for([
  ['HTML named .pdf', '<!DOCTYPE html><script>alert(1)</script>', 'slides.pdf'],
  ['HTML after white space and a comment', '\n <!-- x -->\n<HTML><body>', 'notes.txt'],
  ['HTML after words', 'Hello <script>alert(1)</script>', 'notes.txt'],
  ['HTML in UTF-16', utf16('<html><script>'), 'notes.txt'],
  ['HTML in UTF-16 without a mark', utf16('<html><script>').subarray(2), 'notes.txt'],
  ['a fragment of HTML', '<iframe src=//evil.example>', 'a.png'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'logo.png'],
  ['SVG after declarations', '\ufeff<?xml version="1.0"?><!DOCTYPE svg><svg>', 'logo.svg'],
  ['SVG with a prefix', '<?xml version="1.0"?><s:svg xmlns:s="x">', 'logo.svg'],
  ['XHTML', '<?xml version="1.0"?>\n<html xmlns="x">', 'page.xml'],
  ['a comment without an end', `<!--${'x'.repeat(70_000)}--><svg>`, 'logo.txt'],
] as const)('HTML and SVG are refused whatever the name: %s', ([, content, name]) => {
  expect(() => judgeFile(Buffer.from(content), name)).toThrow(Refusal)
})

test.for([
  ['Markdown that begins with a comment', '<!-- toc -->\n# Notes'],
  ['words with an angle bracket', 'a < b and b > c'],
  ['other XML', '<?xml version="1.0"?><kml xmlns="x"/>'],
] as const)('other text is a file to download: %s', ([, content]) => {
  expect(judgeFile(Buffer.from(content), 'notes.txt')).toEqual({
    mediaType: 'application/octet-stream',
    fileName: 'notes.txt',
  })
})

test('a name has no folder, invisible character or leading dot, and an extension that fits', () => {
  const nameOf = (name: string, content = 'words') => judgeFile(Buffer.from(content), name).fileName
  expect(nameOf('../../.profile')).toBe('profile')
  expect(nameOf('invoice\u202efdp.exe')).toBe('invoice fdp.exe')
  expect(nameOf('')).toBe('file')
  expect(nameOf(`${'x'.repeat(300)}.docx`)).toBe(`${'x'.repeat(120)}.docx`)
  expect(nameOf('page.xhtml')).toBe('page.xhtml.txt')
  expect(nameOf('slides', '%PDF-1.7')).toBe('slides.pdf')
  expect(nameOf('Slides.PDF', '%PDF-1.7')).toBe('Slides.PDF')
})
