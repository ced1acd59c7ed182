import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'

const app = join(PROJECT_ROOT, 'app')
const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
const textOf = (file: string) => readFileSync(join(app, file), 'utf8')

/** Each rule of the stylesheets as its selectors and what it declares. */
const rules = files
	.filter((file) => file.endsWith('.css'))
	.flatMap((file) => [
		...textOf(file)
			.replace(/\/\*.*?\*\//gs, '')
			.matchAll(/([^{};]+)\{([^{}]*)\}/g),
	])
	.map(([, selectors = '', declared = '']) => ({ selectors, declared }))

/** The size that a rule gives to what is typed into, in rem; null for none. */
function fieldSize({ selectors, declared }: { selectors: string; declared: string }): number | null {
	const isOfField = selectors
		.split(',')
		.some((one) => /(^|[\s>+~.])(input|select|textarea)\b[^\s]*$/.test(one.trim()))
	const size = /(?:^|[\s;])font-size:\s*([\d.]+)rem/.exec(declared)?.[1]
	return isOfField && size ? Number(size) : null
}

test('what is typed into has text of 16 px on every page: an iPhone zooms into smaller text', () => {
	const sizes = rules.map(fieldSize).filter((size) => size !== null)
	expect(Math.min(...sizes)).toBe(1)
	expect(fieldSize({ selectors: '.bar .input', declared: 'font-size: 0.875rem' })).toBe(0.875)
	// Around a field the text may be smaller: its own class says its size.
	expect(rules.find(({ selectors }) => selectors.trim() === '.input')?.declared).toContain('font-size: 1rem')
	const withoutClass = files
		.filter((file) => file.endsWith('.tsx'))
		.flatMap((file) => [...textOf(file).matchAll(/<(?:input|select|textarea)\s(.*?)\/?>\n/gs)])
		.map(([control = '']) => control)
		.filter(
			(control) => !/type="(?:hidden|radio|checkbox)"|type=\{type\}|name="topic"| hidden /.test(control),
		)
		.filter((control) => !/className=(?:"|\{classNames\(')input\b/.test(control))
	expect(withoutClass).toEqual([])
})
