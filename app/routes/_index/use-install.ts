import { useEffect, useState } from 'react'
import type { Toast } from '#app/ui/toast-region.tsx'

/** Chromium's event for an installable app; TypeScript does not list it. */
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
/** An iPhone's browser offers no installation: the customer adds the app by hand. */
const byHand: Toast = {
	id: 'by-hand',
	title: 'Add to Home Screen',
	description: 'Tap Share in your browser, then “Add to Home Screen”.',
}
const installed: Toast = { id: 'installed', title: 'App Installed!' }

interface Install {
	/**
	 * Asks the browser to install; on an iPhone, shows how. Null without an offer, after an answer (C16), and in the
	 * installed app.
	 */
	install: (() => Promise<void>) | null
	toast: Toast | null
}

export function useInstall(): Install {
	const [offer, setOffer] = useState<InstallOffer | null>(null)
	const [isByHand, setIsByHand] = useState(false)
	const [toast, setToast] = useState<Toast | null>(null)
	useEffect(() => {
		setIsByHand(isIphoneBrowser())
		const onOffer = (event: Event) => {
			event.preventDefault()
			setOffer(event as InstallOffer)
		}
		const onInstalled = () => {
			setOffer(null)
			setToast(installed)
		}
		// `StartScript` keeps an offer that arrives before this script.
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
			// 'appinstalled' may fire first: its toast stays.
			if (outcome === 'accepted') setToast((current) => current ?? installing)
		} catch {
			setToast(failed)
		}
	}

	if (offer) return { install: () => ask(offer), toast }
	return { install: isByHand ? async () => setToast(byHand) : null, toast }
}

function isIphoneBrowser(): boolean {
	const { standalone } = navigator as { standalone?: boolean }
	return /iPhone|iPad|iPod/.test(navigator.userAgent) && standalone !== true
}
