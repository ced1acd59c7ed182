import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './local/project-root.ts'
import { wordsOf } from './words/words-of.ts'

// `npx tsx scripts/words.ts`: all that a customer can read, as 'file:line text', by folder.
const folder = join(PROJECT_ROOT, 'app')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((path) => /\.tsx?$/.test(path))
	.sort()
let heading = ''
for (const file of files) {
	const words = wordsOf(file, readFileSync(join(folder, file), 'utf8'))
	if (words.length === 0) continue
	const room = file.split('/').slice(0, -1).join('/')
	if (room !== heading) console.info(`\n# app/${room}`)
	heading = room
	for (const { line, text } of words) console.info(`${file.split('/').at(-1)}:${line}  ${text}`)
}
