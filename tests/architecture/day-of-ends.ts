import type { SourceFile } from './source-file.ts'

const labels = 'app/kernel/date-labels.server.ts'

/** The midnight that ends a period belongs to the day after its last: only `lastDayLabel` words it (M27). */
export function daysOfRawEnds(files: SourceFile[]): string[] {
	return files.flatMap(({ path, dayOfEnds }) =>
		path.startsWith('app/') && path !== labels ? dayOfEnds.map((call) => `${path} words ${call}`) : [],
	)
}
