import { readFileSync } from 'node:fs'
import { cpuMilliseconds } from '#scripts/bench/process-cpu.ts'
import type { ScratchWorker } from '#scripts/site/scratch-worker.ts'

/** What one request cost the Worker. */
export type WorkerCost = { cpuMs: number; memoryBytes: number }

const TRIES = 3

/**
 * What a request costs workerd: CPU, and growth of its memory. The least of three tries: a request's cost recurs each
 * time, other work of the process (collecting garbage, compiling) does not. Ends at the first try
 * within `enough`. Linux only.
 */
export async function workerCost(
	{ pid }: Pick<ScratchWorker, 'pid'>,
	work: () => Promise<unknown>,
	enough: WorkerCost,
): Promise<WorkerCost> {
	if (pid === undefined) throw new Error('the system does not tell which process is workerd')
	const least: WorkerCost = { cpuMs: Number.POSITIVE_INFINITY, memoryBytes: Number.POSITIVE_INFINITY }
	for (let i = 0; i < TRIES; i++) {
		const before = { cpuMs: cpuMilliseconds(pid), memoryBytes: residentBytes(pid) }
		await work()
		least.cpuMs = Math.min(least.cpuMs, cpuMilliseconds(pid) - before.cpuMs)
		least.memoryBytes = Math.min(least.memoryBytes, residentBytes(pid) - before.memoryBytes)
		if (least.cpuMs <= enough.cpuMs && least.memoryBytes <= enough.memoryBytes) break
	}
	return least
}

function residentBytes(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8')
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}
