import { gzipSync } from 'node:zlib'

/** Bytes on the network, compressed as a server does (P1). */
export function gzipBytes(content: string | Buffer): number {
	return gzipSync(content, { level: 6 }).length
}

export const KB = 1024

export function inKb(bytes: number): string {
	return `${(bytes / KB).toFixed(2)} KB`
}
