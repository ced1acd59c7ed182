import type { SourceFile } from './source-file.ts'

const postAnswer = 'app/ui/form/post-answer.ts'

/** Routes whose page shows the answer to its post, but which do not export both of what makes that answer true. */
export function routesWithStaleAnswers(files: SourceFile[]): string[] {
	return files.flatMap(({ path, imports }) => {
		const showsAnswers = imports.some(
			({ names }) => names.includes('useActionData') || names.includes('useAnswer'),
		)
		const taken = imports.flatMap(({ target, names }) => (target === postAnswer ? names : []))
		const missing = ['clientAction', 'shouldRevalidate'].filter((name) => !taken.includes(name))
		return path.startsWith('app/routes/') && showsAnswers && missing.length > 0
			? [`${path} does not export ${missing.join(', ')} of ${postAnswer}`]
			: []
	})
}
