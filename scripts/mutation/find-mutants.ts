import { join, relative } from 'node:path'
import ts from 'typescript'
import { codeMutants } from './code-mutants.ts'
import { type Mutant, type MutatedPart, partOf } from './mutant.ts'

/** The mutants of the wanted parts of the project, numbered from 1 in the order of files and places. */
export function findMutants(root: string, parts: readonly MutatedPart[]): Mutant[] {
	const config = ts.getParsedCommandLineOfConfigFile(
		join(root, 'tsconfig.json'),
		{},
		{
			...ts.sys,
			onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
				throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
			},
		},
	)
	const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {})
	const checker = program.getTypeChecker()
	const isWanted = (path: string) => {
		const part = partOf(path)
		return part !== null && parts.includes(part)
	}
	return program
		.getSourceFiles()
		.map((file) => ({ file, path: relative(root, file.fileName) }))
		.filter(({ path }) => isWanted(path))
		.toSorted((one, other) => one.path.localeCompare(other.path))
		.flatMap(({ file, path }) => codeMutants(file, checker).map((mutant) => ({ ...mutant, path })))
		.map((mutant, index) => ({ ...mutant, id: index + 1 }))
}
