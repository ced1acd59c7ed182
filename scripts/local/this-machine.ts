import { cpus, loadavg, release, totalmem } from 'node:os'

export type Machine = {
	date: string
	cpu: string
	cores: number
	memoryGb: number
	system: string
	node: string
	load: number
}

export function thisMachine(now: Date): Machine {
	const all = cpus()
	return {
		date: now.toISOString().slice(0, 10),
		cpu: all[0]?.model.trim() ?? 'unknown',
		cores: all.length,
		memoryGb: Math.round(totalmem() / 1024 ** 3),
		system: `${process.platform} ${release()}`,
		node: process.version,
		load: loadavg()[0] ?? Number.NaN,
	}
}

/** '2 cores of AMD EPYC, 24 GB, linux 6.18, Node v20.20.2': times depend on it. */
export function machineWords({ cores, cpu, memoryGb, system, node }: Machine): string {
	return `${cores} cores of ${cpu}, ${memoryGb} GB, ${system}, Node ${node}`
}
