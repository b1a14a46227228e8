import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { precompress } from '../../scripts/precompress.ts'

/** Drawings of lucide-react without the component around them. */
const plainIcons: Plugin = {
  name: 'plain-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react')
      ? join(import.meta.dirname, '../../packages/ui/src/plain-icon.tsx')
      : undefined,
}

export default defineConfig({
  plugins: [plainIcons, reactRouter(), precompress()],
  optimizeDeps: { rolldownOptions: { plugins: [plainIcons] } },
  build: {
    // The drawings use light-dark() and nesting: nothing is rewritten for browsers older than 2024.
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Two chunks that every page has, rather than a dozen: they compress better together, and the first outlives our releases.
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/ },
            // Modules of the root route: its error page, and the form in the footer.
            {
              name: 'shell',
              test: /storefront.app.shop.(?:error-page|odd|copy|request-id|newsletter)\.|lucide-react.dist.esm.icons.(?:copy|search|minus)\./,
            },
            // What only pages with forms share is not for those who look.
            {
              name: 'shell',
              test: /packages.ui.src.(?!field)|storefront.app.(?!account|checkout|hosted|orders)|lucide-react/,
              minShareCount: 8,
            },
          ],
        },
      },
    },
  },
  ssr: { noExternal: [/^@vitrine\//, 'lucide-react'] },
})
