{{/*
A StatefulSet's pods carry its name with a hash of 10 characters in a label of 63. A release may have
a name that a Service may not: one that begins with a digit, or has a dot.
*/}}
{{- define "rowhouse.name" -}}
{{- $release := ternary .Release.Name (printf "%s-rowhouse" .Release.Name) (contains "rowhouse" .Release.Name) -}}
{{- $name := default $release .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- if not (regexMatch "^[a-z]([-a-z0-9]*[a-z0-9])?$" $name) -}}
{{- fail (printf "%q is no name of a Service, which has letters, digits and hyphens, a letter first: set fullnameOverride." $name) -}}
{{- end -}}
{{- $name -}}
{{- end -}}

{{- define "rowhouse.selector" -}}
app.kubernetes.io/name: rowhouse
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "rowhouse.labels" -}}
{{ include "rowhouse.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "rowhouse-%s" .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "rowhouse.serviceAccount" -}}
{{- $own := ternary (include "rowhouse.name" .) "default" .Values.serviceAccount.create -}}
{{- default $own .Values.serviceAccount.name -}}
{{- end -}}

{{/* The component that answers calls. */}}
{{- define "rowhouse.front" -}}
{{- ternary "node" "api" (eq .Values.engine "embedded") -}}
{{- end -}}

{{- define "rowhouse.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ default $.Chart.AppVersion .tag }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* YAML reads on and off as truth values, and Helm reads every number as a float. */}}
{{- define "rowhouse.settings" -}}
{{- range $name, $value := .Values.settings }}
{{- if kindIs "bool" $value }}
{{ $name }}: {{ ternary "on" "off" $value | quote }}
{{- else if kindIs "string" $value }}
{{ $name }}: {{ $value | quote }}
{{- else }}
{{ $name }}: {{ int64 $value | quote }}
{{- end }}
{{- else -}}
{}
{{- end }}
{{- end -}}
