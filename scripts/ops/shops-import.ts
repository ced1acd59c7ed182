import { type ImportJudgement, judgeImport, writeImport } from '#app/flows/shop/import-shops.server.ts'
import type { ImportRemark } from '#app/flows/shop/imported-shop.ts'
import { counted } from '#app/kernel/labels.ts'
import { FileProblem, readImportFile } from '#scripts/shop-import/import-file.ts'
import { readShops } from '#scripts/shop-import/read-shops.ts'
import { failure, type OpsCommand, type OpsResult } from './ops-command.ts'
import { NO_ANSWER, operatorRepositories } from './ops-environment.ts'

/** A person does not read a longer list. */
const MAX_REMARKS = 100

export const shopsImport: OpsCommand = {
	name: 'shops import',
	summary: 'reads shops with services, staff and hours from a CSV or JSON file; with --apply, imports them',
	places: ['file'],
	options: {
		apply: { type: 'boolean', about: 'imports; without it, the file is only checked' },
		'over-owner': {
			type: 'boolean',
			about:
				'overwrites what owners have changed at their own devices; without it, such a file is not imported',
		},
	},
	about:
		'The columns are described in docs/import. The whole file is checked before the first write, and every problem is named by row and column. A row whose id exists is changed; what the file does not name stays as it is. Nothing is deleted and no visit is cancelled: visits that no longer fit are listed. Each shop is written as a whole: run the same command again to continue a run that broke off. Safe to run twice. Reads DATABASE_URL and DATABASE_AUTH_TOKEN. Exit code 1: the file has problems, or the run broke off.',
	async run({ places: [file = ''], options, env, now, note }) {
		const deps = operatorRepositories(env)
		let rows: ReturnType<typeof readImportFile>
		try {
			rows = readImportFile(file)
		} catch (error) {
			if (!(error instanceof FileProblem)) throw error
			return refusal([{ place: '', column: null, words: error.message }])
		}
		const { shops, problems } = readShops(rows)
		if (problems.length > 0) return refusal(problems)
		if (shops.length === 0) return refusal([{ place: '', column: null, words: 'The file has no shops.' }])
		const judged = await judgeImport(deps, shops, {
			now,
			onProgress: (count) => {
				if (count % 1_000 === 0) note(`${count} of ${shops.length} shops compared`)
			},
		})
		if (judged.problems.length > 0) return refusal(judged.problems)
		if (judged.overwrites.length > 0 && options['over-owner'] !== true) return overOwner(judged.overwrites)
		if (options.apply !== true) return importResult(judged, { isApplied: false, written: 0, stoppedAt: null })
		const written = await writeImport(deps, judged.plans, {
			now,
			onProgress: (count, due) => {
				if (count % 500 === 0) note(`${count} of ${due} shops written`)
			},
		})
		return importResult(judged, { isApplied: true, ...written })
	},
}

function importResult(
	{ plans, warnings, overwrites }: ImportJudgement,
	{ isApplied, written, stoppedAt }: { isApplied: boolean } & Awaited<ReturnType<typeof writeImport>>,
): OpsResult {
	const count = (outcome: string) => plans.filter((plan) => plan.outcome === outcome).length
	const counts = { new: count('new'), changed: count('changed'), unchanged: count('unchanged') }
	const due = counts.new + counts.changed
	const lines = [
		`${counted(plans.length, 'shop')}: ${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged.`,
		...formatRemarks(warnings, 'Notice'),
		...formatRemarks(overwrites, 'Overwrites'),
	]
	if (stoppedAt) {
		const why =
			stoppedAt.refusal === 'changed_meanwhile'
				? `a shop was changed by someone else at the same moment: ${stoppedAt.externalId} or one soon after.`
				: NO_ANSWER
		lines.push(
			`${written} of ${due} shops were written, then it broke off: ${why} Run the same command again to continue.`,
		)
	} else if (isApplied)
		lines.push(
			due === 0
				? 'Nothing needed to be written.'
				: due === 1
					? '1 shop was written.'
					: `${due} shops were written.`,
		)
	else lines.push(due === 0 ? 'Nothing needs to be written.' : 'Nothing was written. Add --apply to do it.')
	return {
		isWell: stoppedAt === null,
		lines,
		data: {
			...counts,
			warnings: warnings.slice(0, MAX_REMARKS),
			overwrites: overwrites.slice(0, MAX_REMARKS),
			isApplied,
			written,
			stoppedAt,
		},
	}
}

function refusal(problems: readonly ImportRemark[]): OpsResult {
	return failure(
		{
			problems: problems.slice(0, MAX_REMARKS),
			problemCount: problems.length,
			isApplied: false,
			written: 0,
		},
		[
			...formatRemarks(problems, 'Problem'),
			`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}: nothing was written.`,
		],
	)
}

/** Refuses a file that would overwrite changes of the owners; the operator may insist. */
function overOwner(overwrites: readonly ImportRemark[]): OpsResult {
	return failure({ overwrites: overwrites.slice(0, MAX_REMARKS), isApplied: false, written: 0 }, [
		...formatRemarks(overwrites, 'Owner’s'),
		'Nothing was written: the file would overwrite what the owners of these shops set themselves. Leave it out of the file, or add --over-owner.',
	])
}

function formatRemarks(remarks: readonly ImportRemark[], title: string): string[] {
	const lines = remarks
		.slice(0, MAX_REMARKS)
		.map(
			({ place, column, words }) =>
				`${title}: ${[place, column].filter(Boolean).join(', ')}${place ? ': ' : ''}${words}`,
		)
	const more = remarks.length - lines.length
	return more > 0 ? [...lines, `… and ${more} more.`] : lines
}
