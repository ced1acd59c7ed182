import { useEffect, useState } from 'react'
import type { Toast } from './toast-region.tsx'

/** What Chromium offers when the app can be installed; not in TypeScript's list of events. */
interface InstallOffer extends Event {
	prompt(): Promise<unknown>
	userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
	interface Window {
		installOffer?: InstallOffer
	}
}

const installing: Toast = {
	id: 'installing',
	title: 'Installing...',
	description: 'The app is being added to your home screen.',
}
const failed: Toast = {
	id: 'failed',
	tone: 'error',
	title: 'Installation failed',
	description: 'Please try again or install manually from your browser.',
}
const installed: Toast = { id: 'installed', title: 'App Installed!' }

interface Install {
	/** Asks the browser; null while it offers nothing, and after an answer (spec 1 §4). */
	install: (() => Promise<void>) | null
	toast: Toast | null
}

/** The browser's offer to install the app, and what came of it. */
export function useInstall(): Install {
	const [offer, setOffer] = useState<InstallOffer | null>(null)
	const [toast, setToast] = useState<Toast | null>(null)
	useEffect(() => {
		const onOffer = (event: Event) => {
			event.preventDefault()
			setOffer(event as InstallOffer)
		}
		const onInstalled = () => {
			setOffer(null)
			setToast(installed)
		}
		// The offer may have come before this script did: then `StartScript` kept it.
		setOffer(window.installOffer ?? null)
		window.addEventListener('beforeinstallprompt', onOffer)
		window.addEventListener('appinstalled', onInstalled)
		return () => {
			window.removeEventListener('beforeinstallprompt', onOffer)
			window.removeEventListener('appinstalled', onInstalled)
		}
	}, [])

	async function ask(accepted: InstallOffer) {
		setOffer(null)
		window.installOffer = undefined
		try {
			await accepted.prompt()
			const { outcome } = await accepted.userChoice
			// 'App Installed!' may be there already.
			if (outcome === 'accepted') setToast((current) => current ?? installing)
		} catch {
			setToast(failed)
		}
	}

	return { install: offer && (() => ask(offer)), toast }
}
