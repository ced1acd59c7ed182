import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './local/project-root.ts'
import { runProgram } from './local/run-program.ts'
import { startProgram } from './local/start-tool.ts'

type Advisory = { ids: string[]; packageName: string; severity: string; title: string }

/** `unanswered`: the registry could not tell. */
type AuditVerdict =
	| { kind: 'unanswered'; reason: string }
	| { kind: 'answered'; decided: Advisory[]; undecided: Advisory[] }

/** The part of `npm audit --json` that is read. A name in `via` stands for another package's advisories. */
type Report = { vulnerabilities: Record<string, { via: (string | ReportedAdvisory)[] }> }
type ReportedAdvisory = { source: number; name: string; title: string; url: string; severity: string }

const GRAVE = ['high', 'critical']
const ID = /GHSA(?:-[0-9a-z]{4}){3}|CVE-\d{4}-\d{4,}/g

/** Advisories of severity high and above, by whether a row of the decision's table begins with their id. */
function auditVerdict(printed: string, decision: string): AuditVerdict {
	const answer = parseJson(printed)
	if (!isReport(answer)) return { kind: 'unanswered', reason: readReason(answer) }
	const decidedIds = decision.split('\n').flatMap((line) => idsIn(/^\|([^|]*)\|/.exec(line)?.[1] ?? ''))
	const advisories = new Map<string, Advisory>()
	for (const { via } of Object.values(answer.vulnerabilities)) {
		for (const one of via) {
			if (typeof one === 'string' || !GRAVE.includes(one.severity)) continue
			const { name: packageName, severity, title } = one
			const ids = idsIn(`${one.url} ${title}`)
			advisories.set(`${packageName} ${one.source}`, { ids, packageName, severity, title })
		}
	}
	const isDecided = ({ ids }: Advisory) => ids.some((id) => decidedIds.includes(id))
	const found = [...advisories.values()]
	return {
		kind: 'answered',
		decided: found.filter(isDecided),
		undecided: found.filter((advisory) => !isDecided(advisory)),
	}
}

function idsIn(text: string): string[] {
	return [...text.matchAll(ID)].map(([id]) => id)
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

function isReport(answer: unknown): answer is Report {
	if (typeof answer !== 'object' || answer === null) return false
	return 'vulnerabilities' in answer && typeof answer.vulnerabilities === 'object' && !('error' in answer)
}

/** npm's errors have their reason in `message`, or in `error.summary` for a failed network. */
function readReason(answer: unknown): string {
	const { message, error } = (answer ?? {}) as { message?: unknown; error?: { summary?: unknown } | null }
	const reason = [message, error?.summary].find((text) => typeof text === 'string' && text !== '')
	return String(reason ?? 'it gave no answer that can be read').split('\n', 1)[0] ?? ''
}

const DECISION = 'docs/decisions/027-remix-2-has-ended.md'

// `npx tsx scripts/audit.ts`: fails for a grave advisory on the app's packages without a row in the decision.
await runProgram(async (program) => {
	// A silent registry must not delay the run for minutes.
	const patience = ['--fetch-retries=1', '--fetch-timeout=30000']
	const npm = startProgram('npm', ['audit', '--omit=dev', '--json', ...patience], { env: {}, output: 'keep' })
	program.onStop(npm.stop)
	// npm fails for any finding: only its output tells.
	const { output } = await npm.ended
	const verdict = auditVerdict(output, readFileSync(join(PROJECT_ROOT, DECISION), 'utf8'))

	if (verdict.kind === 'unanswered') {
		// Many registries have no audit: that says nothing about this commit.
		console.info(`NOT AUDITED, and not failed: the registry did not answer (${verdict.reason}).`)
		return
	}
	const { decided, undecided } = verdict
	for (const { ids, packageName, severity, title } of undecided) {
		console.error(`${severity}: ${packageName}: ${title} (${ids.join(', ') || 'no id'})`)
	}
	console.info(`${decided.length} grave advisories have a row in ${DECISION}, ${undecided.length} have none.`)
	if (undecided.length > 0) {
		console.error('Mend each, or give it a row there with a test or a reason.')
		process.exitCode = 1
	}
})
