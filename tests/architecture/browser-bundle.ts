import type { SourceFile } from './source-file.ts'

/** Remix's own `entry.server` has the suffix too, and shares words with what it starts in the browser. */
const serverOnly = /^app\/(?!entry\.).*\.server\.tsx?$|^db\//
const SHORTEST_TELLING_STRING = 20

/** Words that the server's side carries in its code, however it is minified: packages, and what old browsers refuse. */
export const packageMarkers = {
	'kernel/clean-text': ['Default_Ignorable_Code_Point'],
	zod: ['ZodError', '_zod'],
	'drizzle-orm': ['drizzle:entityKind', 'drizzle:Columns'],
	'@date-fns/tz': ['constructDateFrom'],
	'date-fns': ['Format string contains an unescaped latin alphabet character'],
}

/** Server files and packages of which something stands in what browsers are sent. */
export function serverCodeInBundle(chunks: { path: string; text: string }[], files: SourceFile[]): string[] {
	const markers = [...stringsOfServerFiles(files), ...Object.entries(packageMarkers)]
	return chunks.flatMap(({ path, text }) =>
		markers.flatMap(([source, strings]) => {
			const found = strings.find((string) => text.includes(string))
			return found === undefined ? [] : [`${path} holds "${found}" of ${source}`]
		}),
	)
}

/** For each file that must stay on the server: the strings that stand in it and in no file that browsers may load. */
export function stringsOfServerFiles(files: SourceFile[]): [string, string[]][] {
	const isServerFile = ({ path }: SourceFile) => serverOnly.test(path)
	// Texts in JSX are wrapped, and a sentence may stand within a longer one.
	const elsewhere = files
		.filter((file) => file.path.startsWith('app/') && !isServerFile(file))
		.flatMap(({ strings, keys }) => [...strings, ...keys])
		.join('\n')
		.replace(/[ \t]*\n[ \t]*/g, ' ')
	return files.filter(isServerFile).map(({ path, strings }) => {
		// A minifier may write quotes and line breaks in another way: plain words cannot change.
		const telling = strings
			.flatMap((string) => string.split(/["'`\\\n\t]|\s{2,}|[^\x20-\x7e]/))
			.filter((part) => part.length >= SHORTEST_TELLING_STRING && !elsewhere.includes(part))
		return [path, telling]
	})
}
