import type { SourceFile } from './source-file.ts'

/** The cleaner and its fields, and text that comes from ourselves: settings, and what waits to be mailed. */
const places = /^app\/(kernel\/|env\.server\.ts$|flows\/messages\/)/

/** Text from outside that is read or cleaned beside the kernel's fields: each door would clean in its own way (D70). */
export function textsReadElsewhere(files: SourceFile[]): string[] {
	return files
		.filter(({ path }) => /^(app|scripts\/(ops|shop-import))\//.test(path) && !places.test(path))
		.flatMap(({ path, textsFromOutside }) =>
			textsFromOutside.map((text) => `${path} ${text.startsWith('/') ? 'cleans' : 'reads'} ${text}`),
		)
}
