import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

interface QrCodeProps {
	/** Modules along one edge. */
	size: number
	path: string
	/** For screen readers. */
	label: string
}

/** 192 px, black on white in both themes: many scanners read no other. */
export function QrCode({ size, path, label }: QrCodeProps) {
	return (
		<svg
			width={192}
			height={192}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			role="img"
			aria-label={label}
		>
			<path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
			<path stroke="#000" d={path} />
		</svg>
	)
}

/** Short, because the customer waits at a counter. */
const ASK_MS = 4_000
const RELOAD_SECONDS = 15

/**
 * While the page is visible, polls `path` and reloads the page once its code was used. Failures are ignored. Null
 * polls nothing.
 */
export function useUsed(path: string | null): void {
	const { revalidate } = useRevalidator()
	useEffect(() => {
		if (path === null) return
		const leaving = new AbortController()
		const ask = async () => {
			if (document.visibilityState !== 'visible' || !navigator.onLine) return
			try {
				const response = await fetch(path, { redirect: 'error', signal: leaving.signal })
				if (response.ok && (await response.json()) === true) revalidate()
			} catch {}
		}
		const timer = setInterval(ask, ASK_MS)
		return () => {
			clearInterval(timer)
			leaving.abort()
		}
	}, [path, revalidate])
}

/** Without script the page reloads while its code is valid. */
export function RefreshCodeWithoutScript() {
	return (
		<noscript>
			<meta httpEquiv="refresh" content={String(RELOAD_SECONDS)} />
		</noscript>
	)
}
