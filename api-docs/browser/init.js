// Starts Scalar. It asks nobody but this origin: the header fields of /docs/ allow no other connection.
const { origin } = location;

/** The key with which somebody signed in at the console, in this tab. */
function keyOfConsole() {
  try {
    return sessionStorage.getItem('footfall.key') ?? '';
  } catch {
    return '';
  }
}

window.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  // Calls go to the service that serves this page.
  servers: [{ url: origin }],
  authentication: {
    preferredSecurityScheme: 'apiKey',
    securitySchemes: { apiKey: { value: keyOfConsole() } },
  },
  // A key stays in the memory of this page.
  persistAuth: false,
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  externalUrls: { dashboardUrl: origin, registryUrl: origin, proxyUrl: origin, apiBaseUrl: origin },
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  metaData: { title: 'Footfall API' },
});
