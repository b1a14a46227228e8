import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { precompress } from '../../scripts/precompress.ts'

export default defineConfig({
  plugins: [reactRouter(), precompress()],
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
  ssr: { noExternal: [/^@vitrine\//] },
})
