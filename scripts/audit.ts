import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from './local/project-root.ts'
import { runProgram } from './local/run-program.ts'
import { startProgram } from './local/start-tool.ts'
import { auditVerdict } from './testing/audit-verdict.ts'

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
