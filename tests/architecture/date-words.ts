import type { SourceFile } from './source-file.ts'

const labels = 'app/kernel/date-labels.server.ts'
const formatters = ['toLocaleDateString', 'toLocaleTimeString', 'formatToParts']

/** Every format of a date or a time is made in one file, so that a kind of place has one (L28). */
export function datesWordedElsewhere(files: SourceFile[]): string[] {
	return files.flatMap(({ path, imports, calls }) => {
		if (!path.startsWith('app/') || path === labels) return []
		const taken = imports.map(({ target }) => target).filter((target) => /^date-fns(\/|$)/.test(target))
		return [
			...taken.map((target) => `${path} imports ${target}`),
			...calls.filter((call) => formatters.includes(call)).map((call) => `${path} calls ${call}`),
		]
	})
}
