import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartProblem } from '#scripts/local/start-problem.ts'

const RULES_FOLDER = 'app/domain'

/** The files of pure rules under a folder, or one named file, in order. */
export function pureRules(root: string, folderOrFile: string = RULES_FOLDER): string[] {
	const path = folderOrFile.replace(/^\.\//, '').replace(/\/+$/, '')
	const place = join(root, path)
	if (!existsSync(place)) throw new StartProblem(`There is no "${path}".`)
	const files = statSync(place).isFile()
		? [path]
		: readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => `${path}/${name}`)
	const rules = files.filter(isPureRule).sort()
	if (rules.length === 0) throw new StartProblem(`"${path}" has no pure rules: they are in ${RULES_FOLDER}.`)
	return rules
}

function isPureRule(path: string): boolean {
	return path.startsWith(`${RULES_FOLDER}/`) && /\.ts$/.test(path) && !/\.(server|test)\.ts$/.test(path)
}
